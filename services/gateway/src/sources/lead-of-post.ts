import { DomainError, type FieldError } from '@desk/contracts';
import { type ReadPost, sentAs } from './read-post.js';
import { nameOf } from './unfold.js';

/**
 * Returns the fields of a post by our names.
 * @throws INVALID_REQUEST for different values of one field
 */
export function toBody(post: ReadPost): Readonly<Record<string, string | number>> {
  const faults = post.conflicts.map(({ field }): FieldError => ({
    field,
    message: `Already given as ${sentAs(post, field)}`,
  }));
  if (faults.length > 0) throw new DomainError('INVALID_REQUEST', { fields: faults });
  return Object.fromEntries([...post.fields].map(([field, { value }]) => [field, value]));
}

/** Names the fields as the sender did; those that were given twice, as the later of both. */
export function asNamed(error: DomainError, post: ReadPost): DomainError {
  const conflicts = Map.groupBy<string, ReadPost['conflicts'][number]>(post.conflicts, ({ field }) => field);
  const toSent = (field: string): string => {
    const conflict = conflicts.get(field)?.shift();
    return conflict ? nameOf(conflict.value) : sentAs(post, field);
  };
  return new DomainError(error.code, {
    detail: error.message,
    fields: error.fields.map(({ field, message }) => ({ field: toSent(field), message })),
    info: error.info,
  });
}
