/** Passkeys of the second factor: what browsers are asked, and the signed-in user's list of them. */
import Type from 'typebox';
import type { SignInFinisher } from '../../../accounts/second-factor/finish-sign-in.ts';
import type { OwnFactor } from '../../../accounts/second-factor/own-factor.ts';
import type { OwnPasskeys } from '../../../accounts/second-factor/own-passkeys.ts';
import { answerOf } from '../../../accounts/second-factor/take-answer.ts';
import { mapOutcome } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { nameSchema, readName } from '../../read-name.ts';
import { route } from '../../route.ts';
import { creationSchema, provenMembers, questionSchema, registrationMember } from './passkey-shapes.ts';
import { originOf, sessionOf } from './request-user.ts';
import { recoveryCodesMember } from './second-factor-routes.ts';
import { tokenMember } from './shapes.ts';

export interface PasskeyParts {
  readonly signInFinisher: SignInFinisher;
  readonly ownFactor: OwnFactor;
  readonly ownPasskeys: OwnPasskeys;
}

const path = '/api/me/second-factor/passkeys';
const bodyLimit = requestLimits.maxSmallBodyBytes;

export function passkeyRoutes({ signInFinisher, ownFactor, ownPasskeys }: PasskeyParts): RouteDefinition[] {
  return [
    route('POST', '/api/sign-in/passkey', 'open', {
      operationId: 'askForPasskey',
      summary: 'Get what a browser needs to ask for a passkey',
      description:
        'For a sign-in whose password was right. `finishSignIn` takes the answer, once and within five minutes.',
      problems: ['not_found', 'conflict', 'rate_limited'],
      bodyLimit,
      body: Type.Object({ pending_token: tokenMember }),
      response: { 200: questionSchema },
      handler: (request) => signInFinisher.ask(request.body.pending_token, originOf(request)),
    }),
    route('POST', '/api/me/second-factor/question', 'session', {
      operationId: 'askForOwnPasskey',
      summary: 'Get what a browser needs to ask for a passkey in this session',
      description:
        'The answer is sent as `passkey` with the request that needs it, once and within five minutes.',
      problems: ['conflict'],
      response: { 200: questionSchema },
      handler: (request) => ownFactor.ask(sessionOf(request)),
    }),
    route('POST', `${path}/setup`, 'session', {
      operationId: 'setUpPasskey',
      allowsSetUp: true,
      summary: 'Get what a browser needs to make a passkey',
      description: 'Needs the password, and the second factor if it is on. `addPasskey` takes the answer.',
      problems: ['conflict', 'rate_limited'],
      bodyLimit,
      body: Type.Object(provenMembers),
      response: { 200: creationSchema },
      handler: (request) => {
        const { password } = request.body;
        return ownPasskeys.begin(sessionOf(request), password, answerOf(request.body), originOf(request));
      },
    }),
    route('POST', path, 'session', {
      operationId: 'addPasskey',
      allowsSetUp: true,
      summary: 'Add the passkey that the browser made',
      description: 'The first one turns the second factor on and ends all other sessions of the user.',
      problems: ['conflict'],
      bodyLimit,
      body: Type.Object({ name: nameSchema, passkey: registrationMember }),
      response: { 200: Type.Object({ id: Type.String(), ...recoveryCodesMember }) },
      handler: async (request) => {
        const { name, passkey } = request.body;
        const added = await ownPasskeys.add(sessionOf(request), readName(name), passkey, originOf(request));
        return mapOutcome(added, ({ passkey: { id }, recoveryCodes }) => ({
          id,
          recovery_codes: recoveryCodes ?? null,
        }));
      },
    }),
    route('PATCH', `${path}/:id`, 'session', {
      operationId: 'renamePasskey',
      summary: 'Rename a passkey',
      bodyLimit,
      body: Type.Object({ name: nameSchema }),
      handler: (request) =>
        ownPasskeys.rename(
          sessionOf(request),
          request.params.id,
          readName(request.body.name),
          originOf(request),
        ),
    }),
    route('POST', `${path}/:id/remove`, 'session', {
      operationId: 'removePasskey',
      summary: 'Remove a passkey',
      description: 'Without another passkey or an app, the second factor is off.',
      problems: ['conflict', 'rate_limited'],
      bodyLimit,
      body: Type.Object(provenMembers),
      handler: (request) => {
        const { id } = request.params;
        const { password } = request.body;
        const answer = answerOf(request.body);
        return ownPasskeys.remove(sessionOf(request), id, password, answer, originOf(request));
      },
    }),
  ];
}
