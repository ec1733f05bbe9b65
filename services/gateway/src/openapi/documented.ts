import type { ErrorCode } from '@desk/contracts';
import { SetMetadata } from '@nestjs/common';
import type { Schema } from 'yup';

export interface Documentation {
  readonly summary: string;
  /** What a success answers. */
  readonly answer?: Schema;
  /** A success that is no JSON: its content type, and what it holds. */
  readonly text?: { readonly type: string; readonly holds: string };
  /** Other statuses of a success with the same answer, beside the route's own. */
  readonly also?: readonly number[];
  /** Only where the route takes its body without `@ValidBody`. */
  readonly body?: Schema;
  /** Expected failures beside those that its access and its body bring. */
  readonly errors?: readonly ErrorCode[];
}

export const DOCUMENTED = 'desk:documented';

/** What the description of the API says of a route; body, query and access are read from the route itself. */
export const Documented = (documentation: Documentation) => SetMetadata(DOCUMENTED, documentation);
