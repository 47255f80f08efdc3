import type { ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { appError } from '../lib/result.js';
import { compile, fieldErrors, readIntegers } from '../lib/validation.js';

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
