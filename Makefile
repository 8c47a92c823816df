# Everything a newcomer needs is `make run` and `make test`. Plain sh, GNU make 3.81 or later.

PYTHON_IN = .venv/bin/python
PORT ?= 8000
ARGS ?=
export PORT

.DEFAULT_GOAL := help
.PHONY: help setup setup-test run test check bench openapi shell requirements clean

help: ## list these commands
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | \
	  awk -F '|' '{ printf "%-22s %s\n", $$1, $$2 }'

setup: ## make .venv with the pinned requirements (run and test do it too)
	@sh dev/setup.sh run

setup-test:
	@sh dev/setup.sh test

run: setup ## start everything at http://127.0.0.1:8000 (PORT=8001 for another port)
	@$(PYTHON_IN) -m dev.run

test: setup-test ## run all tests (ARGS="tests/engines -k map" for some)
	@$(PYTHON_IN) -m dev.test $(ARGS)

check: setup-test ## linters, types, import rules, generated files up to date
	@$(PYTHON_IN) -m dev.check

bench: setup-test ## measure, beside a Node.js program (ARGS go to it)
	@$(PYTHON_IN) -m bench $(ARGS)

openapi: setup-test ## write docs/openapi.yaml
	@$(PYTHON_IN) -m dev.openapi

shell: setup ## a Django shell with the services up
	@$(PYTHON_IN) -m dev.shell

requirements: setup-test ## pin pyproject.toml's dependencies anew (ARGS=--upgrade for newer ones)
	@$(PYTHON_IN) -m dev.requirements $(ARGS)

clean: ## remove .venv, .tsumi with its database, and caches
	@sh dev/clean.sh
