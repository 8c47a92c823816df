# The product's image: web, workers and beat are one image with different commands.
ARG PYTHON=3.13

FROM python:${PYTHON}-slim AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/venv
COPY requirements/prod.txt /tmp/prod.txt
RUN /opt/venv/bin/pip install --require-hashes --only-binary :all: -r /tmp/prod.txt

FROM python:${PYTHON}-slim
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=backend.config.settings.prod \
    NUMBA_CACHE_DIR=/var/cache/tsumi
RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent tsumi \
    && install -d -o tsumi -g tsumi /var/cache/tsumi
COPY --from=packages /opt/venv /opt/venv
WORKDIR /app
COPY manage.py ./
COPY docker docker
COPY engines engines
COPY backend backend
COPY workers workers
# Settings are read but nothing is connected to: these values exist in this step only.
RUN SECRET_KEY=only-for-collectstatic ALLOWED_HOSTS=localhost \
    DATABASE_URL=postgresql://localhost/none REDIS_URL=redis://localhost/0 \
    python manage.py collectstatic --noinput \
    && python -m compileall -q engines backend workers
USER tsumi
EXPOSE 8000
HEALTHCHECK NONE
# The shell reads WEB_WORKERS, exec hands it signals.
CMD ["sh", "-c", "exec python -m gunicorn backend.config.wsgi:application --bind 0.0.0.0:8000 --workers ${WEB_WORKERS:-2} --no-control-socket --worker-tmp-dir /dev/shm --graceful-timeout 20 --timeout 60"]
