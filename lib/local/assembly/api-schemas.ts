// The parts of an API Gateway template that the local stack understands, with the defaults of AWS.
import * as z from "zod";

export const integration = z.looseObject({
  type: z.string(),
  uri: z.string().optional(),
  credentials: z.string().optional(),
  timeoutInMillis: z.number().default(29_000),
  responses: z
    .record(
      z.string(),
      z.looseObject({
        statusCode: z.coerce.number(),
        responseParameters: z.record(z.string(), z.string()).default({}),
        responseTemplates: z.record(z.string(), z.string()).default({}),
      }),
    )
    .default({}),
});
export const operation = z.looseObject({
  "x-cors-origins": z.array(z.string()).optional(),
  "x-amazon-apigateway-integration": integration.optional(),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
});
const securityScheme = z.looseObject({
  "x-amazon-apigateway-authorizer": z
    .looseObject({
      type: z.string(),
      authorizerUri: z.string(),
      authorizerCredentials: z.string().optional(),
      identitySource: z.string().default(""),
      authorizerResultTtlInSeconds: z.number().default(300),
    })
    .optional(),
});
export const body = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z
    .looseObject({ securitySchemes: z.record(z.string(), securityScheme).default({}) })
    .optional(),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
  "x-amazon-apigateway-binary-media-types": z.array(z.string()).default([]),
  "x-amazon-apigateway-gateway-responses": z
    .record(
      z.string(),
      z.looseObject({
        statusCode: z.coerce.number().optional(),
        responseParameters: z.record(z.string(), z.string()).default({}),
        responseTemplates: z.record(z.string(), z.string()).default({}),
      }),
    )
    .default({}),
});
export const restApi = z.looseObject({
  Body: body,
  BinaryMediaTypes: z.array(z.string()).default([]),
});
export const gatewayResponse = z.looseObject({
  ResponseType: z.string(),
  StatusCode: z.coerce.number().optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
  ResponseTemplates: z.record(z.string(), z.string()).default({}),
});
