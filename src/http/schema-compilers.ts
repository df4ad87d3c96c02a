/**
 * Compiles the schemas of routes when they are first used, and once per process. A listener has about a hundred schemas, and
 * compiling all of them takes longer than everything else that a server does when it starts.
 */
import AjvCompiler from '@fastify/ajv-compiler';
import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import { isUuid } from '../lib/uuid-v7.ts';

const compileValidator = AjvCompiler()(
  {},
  {
    customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false },
    // The format of the library also allows `urn:uuid:`, which the database does not.
    onCreate: (ajv) => void ajv.addFormat('uuid', isUuid),
  },
) as FastifySchemaCompiler<object>;
const compileSerializer = SerializerSelector()() as FastifySerializerCompiler<object>;

type Validate = ReturnType<typeof compileValidator>;
type Serialize = ReturnType<typeof compileSerializer>;

const validators = new WeakMap<object, Validate>();
const serializers = new WeakMap<object, Serialize>();

function onFirstUse<Compiled>(
  known: WeakMap<object, Compiled>,
  schema: object,
  compile: () => Compiled,
): Compiled {
  const compiled = known.get(schema) ?? compile();
  known.set(schema, compiled);
  return compiled;
}

export const validatorCompiler: FastifySchemaCompiler<object> = (route) => {
  const validate: Validate = (data: unknown) => {
    const compiled = onFirstUse(validators, route.schema, () => compileValidator(route));
    const result = compiled(data);
    validate.errors = compiled.errors ?? null;
    return result;
  };
  return validate;
};

export const serializerCompiler: FastifySerializerCompiler<object> = (route) => (data) =>
  onFirstUse(serializers, route.schema, () => compileSerializer(route))(data);
