/** What became of one attempt. Codes are short and carry no text of the other side, which may quote addresses. */
export type SendOutcome =
  | { readonly result: 'accepted' }
  /** Not taken now, or not known whether: to be tried again. */
  | { readonly result: 'temporary'; readonly code: string }
  /** Refused for good: the same message to the same address will not be taken later either. */
  | { readonly result: 'permanent'; readonly code: string };
