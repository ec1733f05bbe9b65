import {
  DomainError,
  type FieldError,
  type Mapping,
  MAX_FAULTS,
  POSTED_NAME_MAX,
  type PostReading,
} from '@desk/contracts';
import { readFields } from '../ingest/read-fields.js';
import { toLead } from '../ingest/to-lead.js';
import { type IncomingRequest, readRequest } from '../sources/incoming-request.js';
import { asNamed, toBody } from '../sources/lead-of-post.js';
import { type ReadPost, readPost } from '../sources/read-post.js';
import { nameOf } from '../sources/unfold.js';

/** Longer values are cut when shown. They are read in full. */
const SHOWN_MAX = 500;
const shorten = (value: string | number): string => String(value).slice(0, SHOWN_MAX);

/** Returns the faults in a post's fields, which keep it from being a lead. */
function findFaults(post: ReadPost, today: Date): readonly FieldError[] {
  try {
    toLead(toBody(post), today);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.fields;
  }
}

/** Explains how a request is read, value by value. `today` determines the age from a date of birth. */
export async function describeReading(
  request: IncomingRequest,
  mapping: Mapping | null,
  today: Date,
): Promise<PostReading> {
  try {
    const { source, post: arrived } = await readRequest(request);
    const post = readPost(source, arrived, mapping);
    const faults = findFaults(post, today);
    const understood = readFields(
      Object.fromEntries([...post.fields].map(([field, { value }]) => [field, value])),
      today,
    );
    return {
      toolName: source.name,
      isTest: post.isTest,
      values: post.values.map(({ value: posted, field }) => ({
        path: posted.path,
        name: nameOf(posted),
        value: shorten(posted.value),
        field,
      })),
      fields: [...post.fields].map(([field, { value }]) => ({
        field,
        asSent: shorten(value),
        value: understood.values.get(field)?.toString() ?? null,
        fault: faults.find((fault) => fault.field === field)?.message ?? null,
      })),
      faults: asNamed(new DomainError('INVALID_REQUEST', { fields: faults }), post)
        .fields.slice(0, MAX_FAULTS)
        .map(({ field, message }) => ({ field: field.slice(0, POSTED_NAME_MAX), message })),
      failure: null,
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { toolName: '', isTest: false, values: [], fields: [], faults: [], failure: error.message };
  }
}
