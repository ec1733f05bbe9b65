/**
 * Allows our app in the sandbox's Slack as a person does. Returns the parameters that the browser brings back to the
 * site.
 */
export async function approveSlackApp(
  sandboxUrl: string,
  authorizeUrl: string,
  channel: string,
): Promise<{ code: string; state: string }> {
  const { pathname, search } = new URL(authorizeUrl);
  const body = new URLSearchParams(search);
  body.set('channel', channel);
  body.set('answer', 'allow');
  const answer = await fetch(`${sandboxUrl}${pathname}`, { method: 'POST', body, redirect: 'manual' });
  const query = URL.parse(answer.headers.get('location') ?? '')?.searchParams;
  const [code, state] = [query?.get('code'), query?.get('state')];
  if (!code || !state) throw new Error(`sandbox: POST ${pathname}: ${answer.status} without a code`);
  return { code, state };
}
