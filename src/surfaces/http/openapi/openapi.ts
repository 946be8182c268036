/** The part of OpenAPI 3.0.3 that is used here. */
export interface OpenApiSchema {
  readonly $ref?: string
  readonly type?: string
  readonly nullable?: boolean
  readonly description?: string
  readonly default?: unknown
  readonly example?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly items?: OpenApiSchema
  readonly anyOf?: readonly OpenApiSchema[]
  readonly properties?: Readonly<Record<string, OpenApiSchema>>
  readonly additionalProperties?: OpenApiSchema | boolean
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

interface Reference {
  readonly $ref: string
}

interface Header {
  readonly description: string
  readonly schema: OpenApiSchema
}

export type Content = Readonly<Record<string, { readonly schema: OpenApiSchema; readonly example?: unknown }>>

export interface OpenApiResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, Header | Reference>>
  readonly content?: Content
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly description: string
  readonly required?: boolean
  readonly schema: OpenApiSchema
}

export type Security = readonly Readonly<Record<string, readonly string[]>>[]

export interface OpenApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly deprecated?: true
  readonly security?: Security
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>
}

export type Paths = Readonly<Record<string, Readonly<Partial<Record<'get' | 'post', OpenApiOperation>>>>>

export interface OpenApiDocument {
  readonly openapi: '3.0.3'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: { readonly name: string }
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly security: Security
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Paths
  readonly components: {
    readonly schemas: Readonly<Record<string, OpenApiSchema>>
    readonly responses: Readonly<Record<string, OpenApiResponse>>
    readonly headers: Readonly<Record<string, Header>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}

export const schemaRef = (name: string): OpenApiSchema & Reference => ({ $ref: `#/components/schemas/${name}` })
