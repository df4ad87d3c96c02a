/** What operators ask of the nodes that hold models. The nodes work it off; see `jobs/model-requests.ts`. */
import type { UserActor } from '../lib/actor.ts';
import { done, type Outcome, refused } from '../lib/outcome.ts';
import { isUuid } from '../lib/uuid-v7.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import { listInstallationChanges, recordInstallationChange } from '../store/postgres/installation-log.ts';
import {
  cancelModelRequest,
  insertModelRequest,
  listModelRequests,
  listNodeProgress,
  type ModelRequest,
  type NewModelRequest,
} from '../store/postgres/model-requests.ts';

export type { ModelRequest } from '../store/postgres/model-requests.ts';

/** As many as a page shows. */
const shownRequests = 30;
const shownChanges = 50;

export interface AskedRequest {
  readonly request: ModelRequest;
  /** Whether another operator had already asked for the same. */
  readonly isMerged: boolean;
}

export type ModelRequests = ReturnType<typeof createModelRequests>;

export function createModelRequests(db: Database) {
  return {
    async list() {
      const requests = await listModelRequests(db, shownRequests);
      const progress = await listNodeProgress(
        db,
        requests.map(({ id }) => id),
      );
      return requests.map((request) => ({
        ...request,
        // What a node did that is gone is shown once the request has ended.
        nodes: progress.filter(
          ({ requestId, isLive }) => requestId === request.id && (isLive || request.state !== 'open'),
        ),
      }));
    },
    changes: () => listInstallationChanges(db, 'model', shownChanges),
    ask: (asked: NewModelRequest, actor: UserActor): Promise<Outcome<AskedRequest>> =>
      inTransaction(db, async (connection) => {
        const { request, isNew } = await insertModelRequest(connection, asked, actor);
        if (!isNew) {
          const isSame = request.action === asked.action && request.architecture === asked.architecture;
          return isSame ? done({ request, isMerged: true }) : otherRequest(request);
        }
        const action = asked.action === 'pull' ? 'model.pull_requested' : 'model.removal_requested';
        const details = { architecture: asked.architecture };
        await recordInstallationChange(connection, actor, { action, subjectId: asked.pair, details });
        return done({ request, isMerged: false });
      }),
    cancel: (id: string, actor: UserActor): Promise<Outcome<ModelRequest>> =>
      inTransaction(db, async (connection) => {
        const request = isUuid(id) ? await cancelModelRequest(connection, id) : undefined;
        if (request === undefined) return hasEnded;
        const { pair, action, architecture } = request;
        const details = { action, architecture };
        const change = { action: 'model.request_cancelled', subjectId: pair, details };
        await recordInstallationChange(connection, actor, change);
        return done(request);
      }),
  };
}

const hasEnded = refused('conflict', 'This request has already ended. Reload the page.');

function otherRequest({ pair, action, architecture, userName, requestedAt }: ModelRequest) {
  const what =
    action === 'pull' ? `install ${[pair, architecture].filter(Boolean).join(' ')}` : `remove ${pair}`;
  return refused(
    'conflict',
    `${userName} asked to ${what} at ${requestedAt.toISOString()}, and this is in progress. Wait until it has ended, or cancel it.`,
  );
}
