import { parse } from '@desk/contracts';
import { Body, type PipeTransform, Query } from '@nestjs/common';
import type { Schema } from 'yup';

/** Found again by the description of the API. */
export class SchemaPipe implements PipeTransform {
  constructor(readonly schema: Schema) {}

  transform(value: unknown): unknown {
    return parse(this.schema, value ?? {});
  }
}

/** The body, checked strictly: nothing coerced, unknown fields refused, every wrong field named. */
export const ValidBody = (schema: Schema): ParameterDecorator => Body(new SchemaPipe(schema));

/** The query string, checked likewise; every value is a string. */
export const ValidQuery = (schema: Schema): ParameterDecorator => Query(new SchemaPipe(schema));
