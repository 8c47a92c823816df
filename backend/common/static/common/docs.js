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
    presets: [window.SwaggerUIBundle.presets.apis],
    layout: "BaseLayout",
  });
})();
