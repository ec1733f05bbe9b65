type SlackAnswer =
  | { readonly kind: 'allowed'; readonly code: string; readonly state: string }
  | { readonly kind: 'refused' }
  /** The page was opened directly, not by Slack. */
  | { readonly kind: 'none' };

export function readSlackAnswer(query: URLSearchParams): SlackAnswer {
  const [code, state] = [query.get('code'), query.get('state')];
  if (code && state) return { kind: 'allowed', code, state };
  return query.has('error') ? { kind: 'refused' } : { kind: 'none' };
}
