// Draws the OpenAPI document. A file of its own: the content security policy allows no inline script.
(() => {
  const page = document.getElementById("swagger-ui");
  window.SwaggerUIBundle({
    url: page.dataset.schema,
    domNode: page,
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    persistAuthorization: false,
    validatorUrl: null,
    // For staff who are signed in: their POST needs the token of the cookie as a header too.
    requestInterceptor: (request) => {
      const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
      if (token) {
        request.headers["X-CSRFToken"] = token[1];
      }
      return request;
    },
    presets: [window.SwaggerUIBundle.presets.apis],
    layout: "BaseLayout",
  });
})();
