/** Sends the requests of the page in the session of the browser, and renews its tokens in time. */
import { AnswerTimers, isUpload } from './answer-timers.ts';
import { confirmIdentity } from './identity.ts';
import { isRenewalDue, renewSession } from './renew-session.ts';
import { anotherUserIsHere, sessionHasEnded } from './session-events.ts';
import { hasAnotherUser, readToken } from './session-token.ts';

/** They need no session, and their 401 is not about the one that another tab may have. */
const openPath = /^\/api\/(sign-in|links)(\/|$)/;

/** Sends a request. If the server wants to know again who the user is, it is repeated after the page has asked. */
export async function sendInSession(request: Request): Promise<Response> {
  const again = request.method === 'GET' || isUpload(request) ? undefined : request.clone();
  const response = await sendOnce(request);
  const asked = response.headers.get('confirmation-needed');
  if (again === undefined || asked === null) return response;
  return (await confirmIdentity(asked.split(', '))) ? sendOnce(again) : response;
}

async function sendOnce(request: Request): Promise<Response> {
  if (openPath.test(new URL(request.url).pathname)) return send(request, null);
  // If the server cannot be reached, the token may still work: it is renewed early.
  if (isRenewalDue() && (await renewSession()) === 'ended') sessionHasEnded();
  if (hasAnotherUser()) {
    anotherUserIsHere();
    throw new TypeError('Somebody else is signed in now.');
  }
  const token = readToken();
  // A file may be large. Its request is sent once, and its token was just looked at.
  const again = isUpload(request) ? undefined : request.clone();
  const response = await send(request, token);
  return response.status === 401 && token !== null ? afterRefusal(response, token, again) : response;
}

/** A refused request did nothing, so it may be sent again with a token that is newer. */
async function afterRefusal(
  response: Response,
  token: string,
  again: Request | undefined,
): Promise<Response> {
  const isRenewed = readToken() !== token;
  const renewal = isRenewed ? 'renewed' : await renewSession();
  if (renewal === 'unreachable') throw new TypeError('The session could not be renewed.');
  const newer = readToken();
  if (hasAnotherUser()) {
    anotherUserIsHere();
    return response;
  }
  if (renewal === 'ended' || newer === null) {
    sessionHasEnded();
    return response;
  }
  if (again === undefined) throw new TypeError('The session was renewed, and the file was not sent.');
  const answer = await send(again, newer);
  if (answer.status === 401) sessionHasEnded();
  return answer;
}

const timers = new AnswerTimers();
let requests = 0;

async function send(request: Request, token: string | null): Promise<Response> {
  if (token !== null) request.headers.set('authorization', `Bearer ${token}`);
  requests += 1;
  const id = String(requests);
  try {
    return await fetch(timers.start(id, request));
  } finally {
    timers.stop(id);
  }
}
