/** The models of all nodes, what the registry offers, and requests to install and remove models. */
import Type from 'typebox';
import type { Installation } from '../../../../../accounts/installation.ts';
import type { ModelRequest, ModelRequests } from '../../../../../accounts/model-requests.ts';
import type { AvailableModel } from '../../../../../engines/bergamot/library/available-models.ts';
import { isSamePair, pairNameOf, pairOf } from '../../../../../lib/language-pair.ts';
import { ModelError, type ModelFailure } from '../../../../../lib/model-failures.ts';
import { done, mapOutcome, refused } from '../../../../../lib/outcome.ts';
import type { Translator } from '../../../../../translate/translator.ts';
import type { RouteDefinition } from '../../../../define-routes.ts';
import { invalidRequest } from '../../../../refusals.ts';
import { route } from '../../../../route.ts';
import type { ModelKnowledge } from '../../home/served-pairs.ts';
import { actorOf } from '../../request-user.ts';
import { modelsSchema, offersSchema, requestMembers } from './model-shapes.ts';

/** The models of this node, and the registry that it is configured with. */
export interface LocalModels {
  readonly registry: string;
  readonly memoryBytes: number;
  listOffers(): Promise<readonly AvailableModel[]>;
  /** This node looks for requests at once. */
  wake(): void;
}

export interface ModelParts {
  readonly modelRequests: ModelRequests;
  readonly installation: Installation;
  /** Undefined if this node has no engine that holds models. */
  readonly localModels: LocalModels | undefined;
  readonly routesFor: Translator['routesFor'];
  readonly modelKnowledge: ModelKnowledge;
}

const modelsPath = '/api/operator/models';

const bodySchema = Type.Object({
  pair: Type.String({ maxLength: 80, description: '`en-de`' }),
  action: Type.Enum(['pull', 'remove']),
  architecture: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$',
      description: 'by default the best that fits the memory of each node',
    }),
  ),
});

export function modelRoutes(parts: ModelParts): RouteDefinition[] {
  const { modelRequests, localModels } = parts;
  return [
    route('GET', modelsPath, 'operator', {
      operationId: 'readModels',
      operators: ['read-only'],
      summary: 'Read the models of all nodes, and what was asked of them',
      response: { 200: modelsSchema },
      handler: async () => {
        const [nodes, requests, changes] = await Promise.all([
          readHolders(parts.installation),
          modelRequests.list(),
          modelRequests.changes(),
        ]);
        return done({
          nodes,
          requests: requests.map((request) => ({
            ...showRequest(request),
            nodes: request.nodes.map(({ nodeId, totalBytes, reason, detail, ...node }) => ({
              ...node,
              node_id: nodeId,
              total_bytes: totalBytes,
              failure: reason === null ? null : { reason, detail: detail ?? '' },
            })),
          })),
          changes: changes.map(({ subjectId, actorName, details, ...change }) => ({
            ...change,
            pair: subjectId,
            actor: actorName,
            architecture: details.architecture ?? null,
          })),
        });
      },
    }),
    route('GET', `${modelsPath}/offers`, 'operator', {
      operationId: 'readModelOffers',
      operators: ['read-only'],
      summary: 'Read which models the registry of this node offers, and how their pairs are served now',
      response: { 200: offersSchema },
      handler: async () => done(await readOffers(parts)),
    }),
    route('POST', `${modelsPath}/requests`, 'operator', {
      operationId: 'requestModelChange',
      summary: 'Ask all nodes to install a model or to remove it; the same open request is joined',
      problems: ['conflict'],
      body: bodySchema,
      response: { 201: Type.Object({ ...requestMembers, is_merged: Type.Boolean() }) },
      handler: async (request) => {
        const { action, architecture } = request.body;
        const pair = pairNameOf(request.body.pair);
        if (pair === undefined) throw invalidRequest('pair must name two languages, such as en-de.');
        if (action === 'remove' && architecture !== undefined)
          throw invalidRequest('architecture is only for pull: a pair has at most one model.');
        const holders = await readHolders(parts.installation);
        if (holders.length === 0) return noHolder;
        if (action === 'remove' && isPinnedBy(holders, pair)) return isPinned(pair);
        const asked = { pair, action, architecture: architecture ?? null };
        const outcome = await modelRequests.ask(asked, actorOf(request));
        localModels?.wake();
        return mapOutcome(outcome, ({ request: made, isMerged }) => ({
          ...showRequest(made),
          is_merged: isMerged,
        }));
      },
    }),
    route('POST', `${modelsPath}/requests/:id/cancel`, 'operator', {
      operationId: 'cancelModelChange',
      summary: 'Cancel a request; what nodes have already done stays, and a download can be continued later',
      problems: ['conflict'],
      response: { 200: Type.Object(requestMembers) },
      handler: async (request) => {
        const cancelled = await modelRequests.cancel(request.params.id, actorOf(request));
        localModels?.wake();
        return mapOutcome(cancelled, showRequest);
      },
    }),
  ];
}

const noHolder = refused(
  'conflict',
  'No running node has a Bergamot engine. Add one to the configuration file, then restart the nodes.',
);

/** On any node: one that shares the folder of a node with the pin would delete the model under it. */
function isPinnedBy(holders: Awaited<ReturnType<typeof readHolders>>, pair: string): boolean {
  return holders.some(({ models }) =>
    models.some(({ name, is_pinned }) => is_pinned && isSamePair(name, pair)),
  );
}

function isPinned(pair: string) {
  return refused(
    'conflict',
    `The configuration file of a node pins ${pair}, so the node would not start without it. Remove it from "pinned", restart, then remove the model.`,
  );
}

function showRequest({ userName, requestedAt, endedAt, ...request }: ModelRequest) {
  const { id, pair, action, architecture, state } = request;
  return {
    ...{ id, pair, action, architecture, state },
    requested_by: userName,
    requested_at: requestedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}

async function readHolders(installation: Installation) {
  const { nodes } = await installation.read();
  return nodes.flatMap(({ id, host, processId, isLive, engines }) => {
    const engine = engines.find(({ model_folder }) => model_folder !== undefined);
    if (!isLive || engine?.model_folder === undefined) return [];
    const models = engine.models.map((model) => ({
      name: model.name,
      architecture: model.architecture ?? null,
      bytes: model.bytes,
      memory_bytes: model.memory_bytes ?? null,
      licence: model.licence ?? null,
      comet: model.comet ?? null,
      is_pinned: model.is_pinned ?? false,
    }));
    return [{ id, host, process_id: processId, engine: engine.id, folder: engine.model_folder, models }];
  });
}

async function readOffers({ localModels, routesFor, modelKnowledge }: ModelParts) {
  if (localModels === undefined) return { registry: null, failure: null, models: [], served: [] };
  const { registry, memoryBytes } = localModels;
  let failure: { reason: ModelFailure; detail: string } | null = null;
  const offers = await localModels.listOffers().catch((error: unknown) => {
    const isKnown = error instanceof ModelError;
    failure = { reason: isKnown ? error.reason : 'registry', detail: isKnown ? error.message : '' };
    return [];
  });
  const routes = routesFor(undefined);
  const names = [...new Set(offers.map(({ name }) => name))];
  const served = names.flatMap((name) => {
    const pair = pairOf(name);
    const [preferred] = pair === undefined ? [] : routes.find(pair.source, pair.target);
    if (preferred === undefined) return [];
    const engines = [...new Set(preferred.legs.map(({ engine }) => engine.id))];
    return [{ name, engines, is_rule_based: engines.some((id) => modelKnowledge.ruleBased.has(id)) }];
  });
  const models = offers.map(({ name, architecture, release, ...offer }) => ({
    ...{ name, architecture, release },
    bytes: offer.bytes ?? null,
    memory_bytes: Math.round(offer.memoryBytes),
    words_per_second: offer.wordsPerSecond ?? null,
    comet: offer.scores.comet ?? null,
    licence: offer.licence ?? null,
    is_default: offer.isDefault,
    fits: offer.memoryBytes <= memoryBytes,
  }));
  return { registry, failure, models, served };
}
