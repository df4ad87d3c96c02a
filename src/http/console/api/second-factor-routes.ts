/** The second factor: the second step of signing in, and the settings of the signed-in user. */
import Type from 'typebox';
import type { IdentityConfirmation } from '../../../accounts/second-factor/confirm-identity.ts';
import type { SignInFinisher } from '../../../accounts/second-factor/finish-sign-in.ts';
import type { OwnFactor } from '../../../accounts/second-factor/own-factor.ts';
import { answerOf } from '../../../accounts/second-factor/take-answer.ts';
import { done, mapOutcome } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import { toWire } from '../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { route } from '../../route.ts';
import { time, timeOrNull } from '../../time-shapes.ts';
import { answerMembers, provenMembers } from './passkey-shapes.ts';
import { originOf, sessionOf } from './request-user.ts';
import { deviceMember, renewableMember, signedInBrowserSchema } from './session-shapes.ts';
import { codeMember, passwordMember, tokenMember } from './shapes.ts';

export interface SecondFactorParts {
  readonly signInFinisher: SignInFinisher;
  readonly ownFactor: OwnFactor;
  readonly identity: IdentityConfirmation;
}

const stateSchema = Type.Object({
  is_on: Type.Boolean(),
  since: timeOrNull,
  has_app: Type.Boolean({ description: 'whether codes of an authenticator app are part of it' }),
  recovery_codes_left: Type.Union([Type.Integer(), Type.Null()]),
  passkeys: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      created_at: time,
      last_used_at: timeOrNull,
      host: Type.String({ description: 'the host of the dashboard for which it was made' }),
      works_here: Type.Boolean({ description: 'false: the dashboard has another address now' }),
    }),
  ),
  passkey_origin: Type.Union([Type.String(), Type.Null()], {
    description:
      'The only address at which passkeys work. Null: browsers have none at the address of this dashboard.',
  }),
});
const secretSchema = Type.Object({
  secret: Type.String({ description: 'in base32, for apps that read no QR code' }),
  uri: Type.String({ description: 'the content of the QR code' }),
});
const codes = Type.Array(Type.String(), { description: 'Each works once. They are not shown again.' });
/** Null: there were codes before, and they still work. */
export const recoveryCodesMember = {
  recovery_codes: Type.Union([codes, Type.Null()], { description: 'Null: the factor was on before.' }),
};

const path = '/api/me/second-factor';
const bodyLimit = requestLimits.maxSmallBodyBytes;

export function secondFactorRoutes({
  signInFinisher,
  ownFactor,
  identity,
}: SecondFactorParts): RouteDefinition[] {
  return [
    route('POST', '/api/sign-in/code', 'open', {
      operationId: 'finishSignIn',
      summary: 'Start a session with the second factor',
      description:
        'For a sign-in whose password was right. Needs a code, or a passkey that answers `askForPasskey`. Five wrong answers end it.',
      problems: ['unauthorized', 'not_found', 'rate_limited'],
      bodyLimit,
      body: Type.Object({
        pending_token: tokenMember,
        ...answerMembers,
        device: deviceMember,
        renewable: renewableMember,
      }),
      response: { 200: signedInBrowserSchema },
      handler: async (request) => {
        const { pending_token: pendingToken, device, renewable } = request.body;
        const step = { pendingToken, answer: answerOf(request.body), device, renewable };
        return mapOutcome(await signInFinisher.finish(step, originOf(request)), toWire);
      },
    }),
    route('POST', '/api/me/confirm', 'session', {
      operationId: 'confirmIdentity',
      summary: 'Prove again who you are',
      description:
        'Some changes need it within the last ten minutes, or since the sign-in. They answer 403 with the header `Confirmation-Needed`, which says what may be sent here: `password`, or for users with a second factor `passkey`, `code` (of the app, or a recovery code) and `recovery-code`.',
      problems: ['rate_limited'],
      bodyLimit,
      body: Type.Object({ password: Type.Optional(passwordMember), ...answerMembers }),
      handler: (request) => {
        const { password } = request.body;
        const proof = { password, answer: answerOf(request.body) };
        return identity.confirm(sessionOf(request), proof, originOf(request));
      },
    }),
    route('GET', path, 'session', {
      operationId: 'readSecondFactor',
      allowsSetUp: true,
      summary: 'Read whether your second factor is on',
      response: { 200: stateSchema },
      handler: async (request) => {
        const { passkeys, ...state } = await ownFactor.read(sessionOf(request));
        return done({ ...toWire(state), passkeys: passkeys.map(showPasskey) });
      },
    }),
    route('POST', `${path}/setup`, 'session', {
      operationId: 'setUpSecondFactor',
      allowsSetUp: true,
      summary: 'Get a secret for an authenticator app',
      description:
        'The app is added by `turnOnSecondFactor`, within 15 minutes. Needs the password, and the second factor if it is on.',
      problems: ['conflict', 'rate_limited'],
      bodyLimit,
      body: Type.Object(provenMembers),
      response: { 200: secretSchema },
      handler: (request) => {
        const { password } = request.body;
        return ownFactor.begin(sessionOf(request), password, answerOf(request.body), originOf(request));
      },
    }),
    route('POST', path, 'session', {
      operationId: 'turnOnSecondFactor',
      allowsSetUp: true,
      summary: 'Add the app, with its first code',
      description: 'If the second factor was off, it is on, and all other sessions of the user end.',
      problems: ['conflict', 'rate_limited'],
      bodyLimit,
      body: Type.Object({ code: codeMember }),
      response: { 200: Type.Object(recoveryCodesMember) },
      handler: async (request) =>
        mapOutcome(await ownFactor.confirm(sessionOf(request), request.body.code, originOf(request)), toWire),
    }),
    route('POST', `${path}/turn-off`, 'session', {
      operationId: 'turnOffSecondFactor',
      summary: 'Remove the app',
      description: 'Without passkeys, the second factor is off.',
      problems: ['conflict', 'rate_limited'],
      bodyLimit,
      body: Type.Object(provenMembers),
      handler: (request) => {
        const { password } = request.body;
        return ownFactor.turnOff(sessionOf(request), password, answerOf(request.body), originOf(request));
      },
    }),
    route('POST', `${path}/recovery-codes`, 'session', {
      operationId: 'renewRecoveryCodes',
      summary: 'Get new recovery codes; the former ones end',
      problems: ['conflict', 'rate_limited'],
      bodyLimit,
      body: Type.Object(answerMembers),
      response: { 200: Type.Object({ recovery_codes: codes }) },
      handler: async (request) => {
        const answer = answerOf(request.body);
        return mapOutcome(
          await ownFactor.renewRecoveryCodes(sessionOf(request), answer, originOf(request)),
          toWire,
        );
      },
    }),
  ];
}

function showPasskey({ id, name, host, createdAt, lastUsedAt, worksHere }: ShownPasskey) {
  return toWire({ id, name, host, createdAt, lastUsedAt, worksHere });
}

type ShownPasskey = Awaited<ReturnType<OwnFactor['read']>>['passkeys'][number];
