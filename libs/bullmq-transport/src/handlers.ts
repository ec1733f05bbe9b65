import type { CommandContract, EventContract, PayloadOf, RequestOf, ResponseOf } from '@desk/contracts';
import { MessagePattern } from '@nestjs/microservices';

/** What a handler may know of the message it handles. */
export interface Message {
  /** Deterministic for an event: the inbox remembers it. */
  readonly id: string;
  readonly name: string;
  readonly correlationId: string;
}

type Method<In, Out> = TypedPropertyDescriptor<(payload: In, message: Message) => Out | Promise<Out>>;

/** Answers a command. Throw a `DomainError` for an expected failure. */
export const HandleCommand =
  <C extends CommandContract>(contract: C) =>
  (target: object, key: string, descriptor: Method<RequestOf<C>, ResponseOf<C>>): void => {
    MessagePattern(contract.name)(target, key, descriptor);
  };

/** Handles an event. Returning acknowledges it; throwing has it tried again. */
export const HandleEvent =
  <E extends EventContract>(contract: E) =>
  (target: object, key: string, descriptor: Method<PayloadOf<E>, void>): void => {
    MessagePattern(contract.name)(target, key, descriptor);
  };
