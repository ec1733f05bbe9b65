import type { CommandContract, EventContract, PayloadOf, RequestOf, ResponseOf } from '@desk/contracts';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';

/** What a handler may know of the message it handles. */
export interface Message {
  /** Deterministic for an event: the inbox remembers it. */
  readonly id: string;
  readonly name: string;
  readonly correlationId: string;
}

type Handler<In, Out> = (payload: In, message: Message) => Out | Promise<Out>;

/** Nest hands over what is declared for each parameter: the payload first, then the message. */
function bind(name: string, target: object, key: string, descriptor: PropertyDescriptor): void {
  MessagePattern(name)(target, key, descriptor);
  Payload()(target, key, 0);
  Ctx()(target, key, 1);
}

/** Answers a command. Throw a `DomainError` for an expected failure. */
export const HandleCommand =
  <C extends CommandContract>(contract: C) =>
  <H extends Handler<RequestOf<C>, ResponseOf<C>>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    bind(contract.name, target, key, descriptor);
  };

/** Handles an event. Returning acknowledges it; throwing has it tried again. */
export const HandleEvent =
  <E extends EventContract>(contract: E) =>
  <H extends Handler<PayloadOf<E>, void>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    bind(contract.name, target, key, descriptor);
  };
