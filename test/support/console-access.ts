/**
 * Who may call which route of the console's API, decided route by route and on purpose apart from the routes: a route whose
 * access is changed by mistake disagrees with this table. `session`: every signed-in user.
 */
type Role = 'translator' | 'viewer' | 'member' | 'owner';

const owners: readonly string[] = ['owner'] satisfies Role[];
const members: readonly string[] = ['member', 'owner'] satisfies Role[];
/** See the affairs of the team. */
const readers: readonly string[] = ['viewer', 'member', 'owner'] satisfies Role[];
/** Translate texts and documents. */
const translators: readonly string[] = ['translator', 'member', 'owner'] satisfies Role[];
const everybody: readonly string[] = ['translator', 'viewer', 'member', 'owner'] satisfies Role[];

export const consoleAccess: Readonly<Record<string, readonly string[] | 'open' | 'session' | 'operator'>> = {
  'POST /api/sign-in': 'open',
  'POST /api/sign-out': 'session',
  'GET /api/me': 'session',
  'GET /api/sessions': 'session',
  'DELETE /api/sessions/:id': 'session',
  'POST /api/me/password': 'session',
  'POST /api/links/look': 'open',
  'POST /api/links/accept': 'open',
  'GET /api/teams/:team/people': readers,
  'PATCH /api/teams/:team/people/:id': owners,
  'DELETE /api/teams/:team/people/:id': owners,
  'POST /api/teams/:team/people/:id/password-reset': owners,
  'GET /api/teams/:team/invitations': owners,
  'POST /api/teams/:team/invitations': owners,
  'DELETE /api/teams/:team/invitations/:id': owners,
  'GET /api/teams/:team/sessions': owners,
  'DELETE /api/teams/:team/sessions/:id': owners,
  'GET /api/teams/:team/keys': readers,
  'POST /api/teams/:team/keys': members,
  'PATCH /api/teams/:team/keys/:id': members,
  'DELETE /api/teams/:team/keys/:id': owners,
  'GET /api/teams/:team/usage/summary': readers,
  'GET /api/teams/:team/usage': readers,
  'GET /api/teams/:team/calls/:id': readers,
  'GET /api/teams/:team/home': readers,
  'POST /api/teams/:team/translate': translators,
  'POST /api/teams/:team/rephrase': translators,
  'POST /api/teams/:team/translate/stream': translators,
  'GET /api/teams/:team/languages': everybody,
  'GET /api/teams/:team/glossaries': everybody,
  'POST /api/teams/:team/glossaries': members,
  'GET /api/teams/:team/glossaries/:id': readers,
  'PATCH /api/teams/:team/glossaries/:id': members,
  'DELETE /api/teams/:team/glossaries/:id': members,
  'PUT /api/teams/:team/glossaries/:id/dictionaries/:source/:target': members,
  'PATCH /api/teams/:team/glossaries/:id/dictionaries/:source/:target': members,
  'DELETE /api/teams/:team/glossaries/:id/dictionaries/:source/:target': members,
  'GET /api/teams/:team/glossaries/:id/dictionaries/:source/:target': readers,
  'GET /api/teams/:team/glossaries/:id/dictionaries/:source/:target/versions': readers,
  'GET /api/teams/:team/glossaries/:id/dictionaries/:source/:target/diff': readers,
  'GET /api/teams/:team/style-rules': everybody,
  'POST /api/teams/:team/style-rules': members,
  'GET /api/teams/:team/style-rules/:id': readers,
  'PATCH /api/teams/:team/style-rules/:id': members,
  'DELETE /api/teams/:team/style-rules/:id': members,
  'PUT /api/teams/:team/style-rules/:id/configured_rules': members,
  'POST /api/teams/:team/style-rules/:id/custom_instructions': members,
  'GET /api/teams/:team/style-rules/:id/custom_instructions/:instruction': readers,
  'PUT /api/teams/:team/style-rules/:id/custom_instructions/:instruction': members,
  'DELETE /api/teams/:team/style-rules/:id/custom_instructions/:instruction': members,
  'GET /api/teams/:team/limits': readers,
  'GET /api/teams/:team/audit': owners,
  'GET /api/operator/teams': 'operator',
  'POST /api/operator/teams': 'operator',
  'PATCH /api/operator/teams/:id/limits': 'operator',
  'POST /api/operator/teams/:id/suspend': 'operator',
  'POST /api/operator/teams/:id/resume': 'operator',
  'POST /api/operator/teams/:id/credit': 'operator',
  'GET /api/operator/teams/:id/history': 'operator',
  'GET /api/operator/installation': 'operator',
  'POST /api/teams/:team/documents': translators,
  'GET /api/teams/:team/documents': everybody,
  'GET /api/teams/:team/documents/:id': everybody,
  'DELETE /api/teams/:team/documents/:id': translators,
  'GET /api/teams/:team/documents/:id/result': translators,
};
