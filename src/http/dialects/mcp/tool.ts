import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import { type Outcome, refused } from '../../../lib/outcome.ts';
import { validationDetail } from '../../error-mapper.ts';
import { validatorCompiler } from '../../schema-compilers.ts';
import { readSingleText } from '../../translate-members.ts';

export interface Tool {
  readonly definition: object;
  run(given: unknown, request: FastifyRequest, reply: FastifyReply): Promise<Outcome<object>>;
}

interface ToolDefinition<Input extends TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** What a model is told about the input, if it may also send something that is made to match `input`. */
  readonly shownInput?: object;
  readonly isReadOnly: boolean;
  run(given: Static<Input>, request: FastifyRequest, reply: FastifyReply): Promise<Outcome<object>>;
}

export function tool<Input extends TObject>(definition: ToolDefinition<Input>): [string, Tool] {
  const { name, title, description, input, shownInput = input, isReadOnly, run } = definition;
  const annotations = { readOnlyHint: isReadOnly, openWorldHint: false };
  // Stops at the first fault: a list of thousands of wrong values must not cost more than a right one.
  const validate = validatorCompiler({ schema: input, method: 'POST', url: name });
  const checked: Tool = {
    definition: { name, title, description, inputSchema: shownInput, annotations },
    run: async (given, request, reply) => {
      const read = { body: given };
      await readSingleText(read);
      if (validate(read.body) === true) return run(read.body as Static<Input>, request, reply);
      return refused('invalid_request', validationDetail(validate.errors ?? []));
    },
  };
  return [name, checked];
}
