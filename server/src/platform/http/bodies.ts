import { errorCodes } from '@sangam/shared/core/errors';
import type { ValidateFunction } from 'ajv';
import build from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import { appError } from '../lib/result.js';
import { compile, fieldErrors, readIntegers } from '../lib/validation.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyOptional?: boolean;
    /** Takes OCTETS and no JSON; other calls take JSON and no OCTETS. */
    takesBytes?: boolean;
  }
}

export const OCTETS = 'application/octet-stream';

/**
 * How bodies are read. Clients send `Content-Type: application/json` even without a body (R11.2): a call that needs none takes
 * an empty one as no body; for other calls it stays malformed.
 */
export function registerBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { bodyOptional, takesBytes } = request.routeOptions.config;
    if (takesBytes) done(wrongType());
    else if (body === '' && bodyOptional) done(null, undefined);
    else parse(request, String(body), done);
  });
  app.addContentTypeParser(OCTETS, { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.takesBytes) done(null, body);
    else done(wrongType());
  });
}

const wrongType = () =>
  Object.assign(new Error(errorCodes.UNSUPPORTED_MEDIA_TYPE.message), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' });

/** Has Fastify validate by our rules: no coercion, no removal; integers are read from paths and queries only. */
export function registerValidator(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const shape = schema as { properties?: Record<string, unknown> };
    // Compiled when it is first needed, as answers are (serializer.ts).
    let validate: ValidateFunction | undefined;
    return (values: Record<string, unknown>) => {
      validate ??= compile(shape);
      if (httpPart === 'params' || httpPart === 'querystring') readIntegers(shape, values);
      if (validate(values)) return { value: values };
      const fields = fieldErrors(validate);
      const [first] = fields;
      return { error: Object.assign(new Error('invalid'), { appError: appError('INVALID', first ? { fields } : {}) }) };
    };
  });
}

type Serialize = (answer: unknown) => string;

/** Of each schema, since every route has the error's twice; kept from one server of a process to the next. */
const compiled = new WeakMap<object, Serialize>();

/** Has Fastify compile the schema of an answer when it is first sent: to compile all of them took a tenth of a start. */
export function registerSerializer(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => {
    const shape = schema as object;
    return (answer) => {
      const serialize = compiled.get(shape) ?? build(shape);
      compiled.set(shape, serialize);
      return serialize(answer);
    };
  });
}
