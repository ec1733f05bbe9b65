/** A message to a person that is tried again later, or held until then. Its last attempt ends it. */
export const WAITS_FOR_ATTEMPT = `status = 'queued' AND next_attempt_at > now()`;

/** A message between services that is published later, such as the one for the next attempt. */
export const IS_PUBLISHED_LATER = 'is_delayed AND due_at > now()';
