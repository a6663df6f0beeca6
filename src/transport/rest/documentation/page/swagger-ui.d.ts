// The part we use of the global that the packaged Swagger UI defines.

interface SwaggerUiInstance {
  readonly specSelectors: { specJson(): { toJS(): unknown } };
}

declare function SwaggerUIBundle(options: Readonly<Record<string, unknown>>): SwaggerUiInstance;
