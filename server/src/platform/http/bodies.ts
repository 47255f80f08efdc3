import { errorCodes } from '@sangam/shared/core/errors';
import type { ValidateFunction } from 'ajv';
import build from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import { type AppError, appError } from '../lib/result.js';
import { addOtherFaults, compile, fieldErrors, readIntegers, type Shape } from '../lib/validation.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyOptional?: boolean;
    /** Accepts OCTETS and no JSON; other calls accept JSON and no OCTETS. */
    acceptsBytes?: boolean;
    /** Refuses a token whose session has ended. */
    checksSession?: boolean;
    /** The most work, in milliseconds, that the call may cause with this query (`workMsOf`). */
    workMs?: (query: object) => number;
  }
}

export const OCTETS = 'application/octet-stream';

/**
 * Defines how bodies are read. Clients send `Content-Type: application/json` even without a body (R11.2): where the body is
 * optional, an empty one counts as none; elsewhere it is malformed.
 */
export function registerBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { bodyOptional, acceptsBytes } = request.routeOptions.config;
    if (acceptsBytes) done(wrongType());
    else if (body === '' && bodyOptional) done(null, undefined);
    else parse(request, String(body), done);
  });
  app.addContentTypeParser(OCTETS, { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.acceptsBytes) done(null, body);
    else done(wrongType());
  });
}

const wrongType = () =>
  Object.assign(new Error(errorCodes.UNSUPPORTED_MEDIA_TYPE.message), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' });

/** Carries our refusal through Fastify, which takes errors only. */
export class InvalidRequest extends Error {
  constructor(readonly appError: AppError) {
    super('invalid');
  }
}

/** Has Fastify validate by our rules: no coercion, no removal; integers are read from paths and queries only. */
export function registerValidator(app: FastifyInstance): void {
  app.setValidatorCompiler<Shape>(({ schema: shape, httpPart }) => {
    // Compiled at first use, like the serializers below.
    let validate: ValidateFunction | undefined;
    return (values: Record<string, unknown>) => {
      validate ??= compile(shape);
      if (httpPart === 'params' || httpPart === 'querystring') readIntegers(shape, values);
      if (validate(values)) return { value: values };
      const fields = addOtherFaults(fieldErrors(validate), shape, values);
      const [first] = fields;
      return { error: new InvalidRequest(appError('INVALID', first ? { fields } : {})) };
    };
  });
}

type Serialize = (answer: unknown) => string;

/** By schema, since every route has the error schema twice; shared by the servers of a process. */
const compiled = new WeakMap<object, Serialize>();

/** Compiles an answer's schema when it is first sent: compiling all of them would take a tenth of a start. */
export function registerSerializer(app: FastifyInstance): void {
  app.setSerializerCompiler<object>(({ schema: shape }) => {
    return (answer) => {
      const serialize = compiled.get(shape) ?? build(shape);
      compiled.set(shape, serialize);
      return serialize(answer);
    };
  });
}
