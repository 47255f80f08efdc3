import type { FieldError } from '@sangam/shared/core/field-errors';
import { fieldsOf } from '@sangam/shared/core/keys-of';
import { clean } from '@sangam/shared/core/text';
import { Ajv, type AnySchema, type SchemaValidateFunction, type ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/u;

/** More marks on one character than any script writes. Normalizing takes time that grows with the square of their number. */
const MARKS_MAX = 100;

/** Looks only at every `MARKS_MAX`-th place: each longer run of marks covers one of them. */
function hasEndlessMarks(text: string): boolean {
  for (let at = MARKS_MAX - 1; at < text.length; at += MARKS_MAX) {
    if (!/\p{M}/u.test(text.slice(at - 1, at + 2))) continue;
    const surrounding = text.slice(at - MARKS_MAX + 1, at + MARKS_MAX);
    for (const [marks] of surrounding.matchAll(/\p{M}+/gu)) if (marks.length >= MARKS_MAX) return true;
  }
  return false;
}

/** No NUL (PostgreSQL refuses it), no lone surrogate (it would silently become another character), and no endless marks. */
const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed() && !hasEndlessMarks(text);

// Neither coercion nor silent removal: the default turns true, null and [5] into ids.
const ajv = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  allErrors: false,
  strict: false,
  // The contract's schemas are typed; compiling the schema of schemas takes a third of the application's loading time.
  validateSchema: false,
});
ajv.addFormat('text', isStorableText);
// Before `maxLength`, which counts code points: the limit applies to the stored text.
ajv.addKeyword({
  keyword: 'x-clean',
  type: 'string',
  schemaType: 'string',
  modifying: true,
  errors: false,
  before: 'maxLength',
  validate: (cleaning: keyof typeof clean, text: string, _schema?: AnySchema, field?: DataValidationCxt) => {
    // Text that cannot be stored is left for the format to refuse.
    if (field && isStorableText(text)) field.parentData[field.parentDataProperty] = clean[cleaning](text);
    return true;
  },
});
/** Exactly one of two fields: without either, the first counts as missing; with both, the second as unknown. */
ajv.addKeyword({
  keyword: 'x-either',
  type: 'object',
  schemaType: 'array',
  errors: 'full',
  compile: ([first, second]: readonly [string, string]) => {
    const check: SchemaValidateFunction = (data: Record<string, unknown>) => {
      const [hasFirst, hasSecond] = [data[first] !== undefined, data[second] !== undefined];
      if (hasFirst !== hasSecond) return true;
      check.errors = hasFirst
        ? [{ keyword: 'additionalProperties', params: { additionalProperty: second } }]
        : [{ keyword: 'required', params: { missingProperty: first } }];
      return false;
    };
    return check;
  },
});
ajv.addFormat('uuid', uuid);
ajv.addFormat('date', (text: string) => {
  const atMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(`${text}T`);
});
ajv.addFormat('date-time', (text: string) => instant.test(text) && !Number.isNaN(Date.parse(text)));

/** Compiles a contract schema; REST bodies and socket payloads share one Ajv instance. */
export const compile = <T>(schema: AnySchema): ValidateFunction<T> => ajv.compile<T>(schema);

/** Returns one readable message per invalid field, without the validator's vocabulary. */
export function fieldErrors(validate: Pick<ValidateFunction, 'errors'>): FieldError[] {
  const errors = (validate.errors ?? []).map((error) => {
    const missing = error.keyword === 'required' ? `/${String(error.params.missingProperty)}` : '';
    const extra = error.keyword === 'additionalProperties' ? `/${String(error.params.additionalProperty)}` : '';
    const field = `${error.instancePath}${missing}${extra}`.slice(1, 80).replaceAll('/', '.');
    return { field: field === '' ? 'body' : field, message: sentence(error.keyword, error.params) };
  });
  // A nullable field fails twice, with the specific reason first.
  return errors.filter((error, at) => errors.findIndex(({ field }) => field === error.field) === at);
}

/** A body's schema, as far as its fields can be checked one by one. */
export interface Shape {
  properties?: Record<string, object>;
  required?: readonly string[];
  additionalProperties?: unknown;
}

/** A body may have any number of unknown fields. */
const FAULTS_MAX = 20;

/** By the body's shape and the field's name. Compiled at the first fault, since few bodies have one. */
const fieldValidators = new WeakMap<Shape, Map<string, ValidateFunction>>();

function validatorOfField(shape: Shape, name: string, schema: object): ValidateFunction {
  const validators = fieldValidators.get(shape) ?? new Map<string, ValidateFunction>();
  fieldValidators.set(shape, validators);
  const validate = validators.get(name) ?? compile({ type: 'object', properties: { [name]: schema } });
  validators.set(name, validate);
  return validate;
}

/**
 * Adds the first fault of each other field to those of an invalid body. The validator itself stops at the first one, so that a body of
 * thousands costs no more than one.
 */
export function addOtherFaults(firstFaults: readonly FieldError[], shape: Shape, body: unknown): FieldError[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [...firstFaults];
  const { properties = {}, required = [], additionalProperties } = shape;
  const values = fieldsOf(body);
  const unknownFields =
    additionalProperties === false ? Object.keys(values).filter((name) => !Object.hasOwn(properties, name)) : [];
  const faults = Object.entries(properties).flatMap(([name, schema]) => {
    if (values[name] === undefined)
      return required.includes(name) ? [{ field: name, message: sentence('required', {}) }] : [];
    const validate = validatorOfField(shape, name, schema);
    return validate({ [name]: values[name] }) ? [] : fieldErrors(validate).slice(0, 1);
  });
  const extra = unknownFields.map((name) => ({
    field: name.slice(0, 79),
    message: sentence('additionalProperties', {}),
  }));
  const fieldOf = ({ field }: FieldError) => field.split('.')[0];
  const otherFaults = [...faults, ...extra].filter((fault) =>
    firstFaults.every((firstFault) => fieldOf(firstFault) !== fieldOf(fault)),
  );
  return [...firstFaults, ...otherFaults].slice(0, FAULTS_MAX);
}

function sentence(keyword: string, params: Record<string, unknown>): string {
  switch (keyword) {
    case 'required':
      return 'This field is required.';
    case 'additionalProperties':
      return 'This field is unknown.';
    case 'maxLength':
      return `This must be at most ${params.limit} characters long.`;
    case 'maxItems':
      return `This must have at most ${params.limit} entries.`;
    case 'minimum':
      return `This must be at least ${params.limit}.`;
    case 'maximum':
      return `This must be at most ${params.limit}.`;
    case 'enum':
      return 'This isn’t one of the allowed values.';
    default:
      return 'This isn’t valid.';
  }
}

const wholeNumber = /^(0|[1-9]\d{0,15})$/u;

/**
 * Path and query values arrive as text. Converts those that the schema declares as integers, if they are digits only; anything
 * else stays text and fails validation.
 */
export function readIntegers(schema: { properties?: Record<string, unknown> }, values: Record<string, unknown>): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = values[name];
    const integer =
      typeof property === 'object' && property !== null && 'type' in property && property.type === 'integer';
    if (integer && typeof value === 'string' && wholeNumber.test(value)) values[name] = Number(value);
  }
}
