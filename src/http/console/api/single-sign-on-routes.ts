/** Single sign-on: leaving for the provider, coming back, and the provider's word that a session has ended. */
import Type from 'typebox';
import type { SingleSignOn } from '../../../accounts/single-sign-on/single-sign-on.ts';
import { done, mapOutcome } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import { toWire } from '../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { formType } from '../../form-body.ts';
import { route } from '../../route.ts';
import { originOf, sessionOf } from './request-user.ts';
import { renewableMember, signedInMembers } from './session-shapes.ts';
import { tokenMember } from './shapes.ts';

export interface SingleSignOnParts {
  readonly singleSignOn: SingleSignOn;
  /** Whether everybody may sign in with a password. */
  readonly hasPasswords: boolean;
}

const waysSchema = Type.Object({
  passwords: Type.Boolean({
    description: 'Whether people sign in with passwords. Otherwise only the operator for emergencies does.',
  }),
  single_sign_on: Type.Union([Type.Object({ name: Type.String() }), Type.Null()]),
});
const text = Type.String({ maxLength: 4_096 });
const answerSchema = Type.Object({
  code: Type.Optional(text),
  state: Type.Optional(text),
  iss: Type.Optional(text),
  error: Type.Optional(text),
});

export function singleSignOnRoutes({ singleSignOn, hasPasswords }: SingleSignOnParts): RouteDefinition[] {
  return [
    route('GET', '/api/sign-in/ways', 'open', {
      operationId: 'listWaysToSignIn',
      summary: 'How people sign in here',
      response: { 200: waysSchema },
      handler: async () => {
        const { name } = singleSignOn;
        return done({ passwords: hasPasswords, single_sign_on: name === undefined ? null : { name } });
      },
    }),
    route('POST', '/api/sign-in/provider', 'open', {
      operationId: 'startProviderSignIn',
      summary: 'Start to sign in with the provider',
      description: 'The browser keeps `secret` and goes to `url`.',
      problems: ['not_found', 'rate_limited'],
      bodyLimit: requestLimits.maxSmallBodyBytes,
      response: { 200: Type.Object({ url: Type.String(), secret: Type.String() }) },
      handler: async (request) => singleSignOn.start(originOf(request)),
    }),
    route('POST', '/api/sign-in/provider/finish', 'open', {
      operationId: 'finishProviderSignIn',
      summary: "Start a session with the provider's answer",
      problems: ['not_found', 'unauthorized', 'forbidden', 'rate_limited'],
      bodyLimit: requestLimits.maxSmallBodyBytes,
      body: Type.Object({ secret: tokenMember, answer: answerSchema, renewable: renewableMember }),
      response: { 200: Type.Object(signedInMembers) },
      handler: async (request) => {
        const { secret, answer, renewable = false } = request.body;
        return mapOutcome(
          await singleSignOn.finish(secret, textsOf(answer), renewable, originOf(request)),
          toWire,
        );
      },
    }),
    route('POST', '/api/sign-in/provider/logout', 'open', {
      operationId: 'endSessionsByProvider',
      summary: 'End sessions, for the provider (back-channel logout)',
      problems: ['not_found', 'unauthorized', 'rate_limited'],
      bodyLimit: requestLimits.maxSmallBodyBytes,
      rawBodyTypes: [formType],
      handler: async (request) => {
        // Undefined: there is no body.
        const body = request.body as unknown as Buffer | undefined;
        const form = new URLSearchParams(body?.toString('latin1'));
        return singleSignOn.endByProvider(form.get('logout_token') ?? '', originOf(request));
      },
    }),
    route('GET', '/api/sign-out/provider', 'session', {
      operationId: 'readProviderSignOut',
      allowsSetUp: true,
      summary: 'Where to sign out at the provider, for a session that began there',
      response: { 200: Type.Object({ url: Type.Union([Type.String(), Type.Null()]) }) },
      handler: async (request) => done({ url: await singleSignOn.signOutUrl(sessionOf(request)) }),
    }),
  ];
}

function textsOf(members: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
