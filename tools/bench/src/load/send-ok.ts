import type { HttpClient, HttpRequest } from '@desk/tool-workload';

export interface SessionRequest extends Pick<HttpRequest, 'method' | 'path'> {
  readonly cookie?: string;
  readonly body?: object;
}

/**
 * Sends a request with a session cookie. Returns the cookie that the response sets, if any.
 * @throws Error unless the status is 200
 */
export async function sendOk(
  http: HttpClient,
  { method, path, cookie, body }: SessionRequest,
): Promise<string | undefined> {
  const { status, headers } = await http.send({
    method,
    path,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
    ...(body === undefined ? {} : { body }),
  });
  if (status !== 200) throw new Error(`${method} ${path}: status ${status}`);
  return headers['set-cookie']?.[0]?.split(';')[0];
}

/** Signs in and returns the session cookie. */
export async function signIn(http: HttpClient, email: string, password: string): Promise<string> {
  const cookie = await sendOk(http, { method: 'POST', path: '/api/auth/login', body: { email, password } });
  if (cookie === undefined) throw new Error(`${email} received no session cookie`);
  return cookie;
}
