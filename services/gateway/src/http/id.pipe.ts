import { DomainError, type ErrorCode, uuid } from '@desk/contracts';
import { Param, type PipeTransform } from '@nestjs/common';

const schema = uuid();

class IdPipe implements PipeTransform {
  constructor(private readonly code: ErrorCode) {}

  transform(value: unknown): string {
    if (!schema.isValidSync(value, { strict: true })) throw new DomainError(this.code);
    return value;
  }
}

/** An id in the path. What is no id names nothing, so it is answered with the code for what is not found. */
export const IdParam = (name: string, code: ErrorCode): ParameterDecorator => Param(name, new IdPipe(code));
