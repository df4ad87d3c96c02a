/** Style rule routes that both listeners have. Their lists differ. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { StyleRules } from '../../accounts/style-rules/style-rules.ts';
import type { Actor } from '../../lib/actor.ts';
import type { Condition } from '../../lib/conditions.ts';
import type { LimitedOperatorRole } from '../../lib/operator-role.ts';
import type { Access, RouteDefinition } from '../define-routes.ts';
import { ifMatch, tagged } from '../entity-tags.ts';
import { nameSchema, readName } from '../read-name.ts';
import { route } from '../route.ts';
import {
  configuredRulesExample,
  instructionExample,
  newInstructionExample,
  newStyleRulesExample,
  styleRulesExample,
} from './style-rule-examples.ts';
import {
  configuredRulesSchema,
  instructionSchema,
  newInstructionSchema,
  newStyleRulesSchema,
  readConfiguredRules,
  readInstruction,
  readStyleRules,
  showInstruction,
  showStyleRules,
  styleRulesSchema,
} from './style-rule-shapes.ts';

/** Where a listener has the routes, who may use them, and how it reads who asks and on which condition. */
export interface StyleRuleListener {
  readonly path: string;
  readonly access: Readonly<Record<'read' | 'change', Access>>;
  /** On the console: the operators who may read, besides full ones. */
  readonly operators?: readonly LimitedOperatorRole[];
  teamIdOf(request: FastifyRequest): string;
  actorOf(request: FastifyRequest): Actor;
  conditionOf(request: FastifyRequest): Condition;
}

type RequestForList = FastifyRequest<{ Params: { id: string } }>;
type RequestForInstruction = FastifyRequest<{ Params: { id: string; instruction: string } }>;

const changing = { headers: ifMatch, problems: ['precondition_failed'] } as const;
const growing = { headers: ifMatch, problems: ['precondition_failed', 'conflict'] } as const;

export function styleRuleRoutes(styleRules: StyleRules, listener: StyleRuleListener): RouteDefinition[] {
  return [...listRoutes(styleRules, listener), ...instructionRoutes(styleRules, listener)];
}

function listRoutes(styleRules: StyleRules, listener: StyleRuleListener): RouteDefinition[] {
  const { path, access, teamIdOf, actorOf } = listener;
  const one = `${path}/:id` as `${string}/:id`;
  return [
    route('POST', path, access.change, {
      operationId: 'createStyleRules',
      summary: 'Create a style rule list',
      description:
        'Creates a list of style rules for one target language. A team may have 100 lists; the rules and instructions of a list may have 16,000 characters in total.',
      answerExample: styleRulesExample,
      problems: ['conflict'],
      example: { body: newStyleRulesExample },
      body: newStyleRulesSchema,
      response: { 201: styleRulesSchema },
      handler: async (request, reply) => {
        const rules = readStyleRules(request.body);
        const created = await styleRules.create(teamIdOf(request), rules, actorOf(request));
        return tagged(reply, created, showStyleRules);
      },
    }),
    route('GET', one, access.read, {
      operationId: 'readStyleRules',
      operators: listener.operators ?? [],
      summary: 'Read a style rule list',
      description: 'Returns a list with its rules and instructions. The `ETag` header contains its version.',
      answerExample: styleRulesExample,
      response: { 200: styleRulesSchema },
      handler: async (request, reply) =>
        tagged(reply, await styleRules.find(teamIdOf(request), request.params.id), showStyleRules),
    }),
    route('PATCH', one, access.change, {
      ...changing,
      operationId: 'renameStyleRules',
      summary: 'Rename a style rule list',
      description: 'Changes the name of a list. Its rules and instructions are not affected.',
      answerExample: { ...styleRulesExample, name: 'Web shop 2027', version: 2 },
      example: { body: { name: 'Web shop 2027' } },
      body: Type.Object({ name: nameSchema }),
      response: { 200: styleRulesSchema },
      handler: async (request, reply) => {
        const name = readName(request.body.name);
        return tagged(reply, await styleRules.rename(subjectOf(listener, request), name), showStyleRules);
      },
    }),
    route('DELETE', one, access.change, {
      ...changing,
      operationId: 'deleteStyleRules',
      summary: 'Delete a style rule list',
      description: 'Deletes a list with its rules and instructions permanently.',
      handler: async (request) => styleRules.delete(subjectOf(listener, request)),
    }),
    route('PUT', `${one}/configured_rules`, access.change, {
      ...changing,
      operationId: 'replaceConfiguredRules',
      summary: 'Replace the configured rules of a style rule list',
      description: 'Replaces all configured rules of a list. Its custom instructions are not affected.',
      answerExample: { ...styleRulesExample, version: 2 },
      example: { body: configuredRulesExample },
      body: configuredRulesSchema,
      response: { 200: styleRulesSchema },
      handler: async (request, reply) => {
        const rules = readConfiguredRules(request.body);
        const configured = await styleRules.configure(subjectOf(listener, request), rules);
        return tagged(reply, configured, showStyleRules);
      },
    }),
  ];
}

/** Stored in lower case. The database compares other ids without regard to case. */
function instructionIdOf({ params }: RequestForInstruction): string {
  return params.instruction.toLowerCase();
}

function instructionRoutes(styleRules: StyleRules, listener: StyleRuleListener): RouteDefinition[] {
  const { path, access, teamIdOf } = listener;
  const all = `${path}/:id/custom_instructions` as `${string}/:id/custom_instructions`;
  const one = `${all}/:instruction` as `${string}/:id/custom_instructions/:instruction`;
  const instructionOf = (request: RequestForInstruction) => ({
    ...subjectOf(listener, request),
    instructionId: instructionIdOf(request),
  });
  return [
    route('POST', all, access.change, {
      ...growing,
      operationId: 'createCustomInstruction',
      summary: 'Add a custom instruction to a style rule list',
      description: 'Adds an instruction at the end of the list. A list may have 200 of them.',
      answerExample: instructionExample,
      example: { body: newInstructionExample },
      body: newInstructionSchema,
      response: { 201: instructionSchema },
      handler: async (request, reply) => {
        const instruction = readInstruction(request.body);
        const added = await styleRules.addInstruction(subjectOf(listener, request), instruction);
        return tagged(reply, added, showInstruction);
      },
    }),
    route('GET', one, access.read, {
      operationId: 'readCustomInstruction',
      operators: listener.operators ?? [],
      summary: 'Read a custom instruction',
      description: 'Returns a custom instruction. The `ETag` header contains the version of its list.',
      answerExample: instructionExample,
      response: { 200: instructionSchema },
      handler: async (request, reply) => {
        const { id } = request.params;
        const found = await styleRules.findInstruction(teamIdOf(request), id, instructionIdOf(request));
        return tagged(reply, found, showInstruction);
      },
    }),
    route('PUT', one, access.change, {
      ...changing,
      operationId: 'replaceCustomInstruction',
      summary: 'Replace a custom instruction',
      description: 'Replaces the label, the prompt and the source language of a custom instruction.',
      answerExample: instructionExample,
      example: { body: newInstructionExample },
      body: newInstructionSchema,
      response: { 200: instructionSchema },
      handler: async (request, reply) => {
        const instruction = readInstruction(request.body);
        const replaced = await styleRules.replaceInstruction(instructionOf(request), instruction);
        return tagged(reply, replaced, showInstruction);
      },
    }),
    route('DELETE', one, access.change, {
      ...changing,
      operationId: 'deleteCustomInstruction',
      summary: 'Delete a custom instruction',
      description: 'Deletes a custom instruction permanently.',
      handler: async (request) => styleRules.deleteInstruction(instructionOf(request)),
    }),
  ];
}

function subjectOf({ teamIdOf, actorOf, conditionOf }: StyleRuleListener, request: RequestForList) {
  return {
    teamId: teamIdOf(request),
    styleId: request.params.id,
    actor: actorOf(request),
    condition: conditionOf(request),
  };
}
