import type { CommandContract, EventContract, PayloadOf, RequestOf, ResponseOf } from '@desk/contracts';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';

/** Metadata of the message being handled. */
export interface Message {
  /** Deterministic for events, so that the inbox recognizes repetitions. */
  readonly id: string;
}

type Handler<In, Out> = (payload: In, message: Message) => Out | Promise<Out>;

/** Declares the handler's parameters to Nest: the payload, then the message. */
function bind(name: string, target: object, key: string, descriptor: PropertyDescriptor): void {
  MessagePattern(name)(target, key, descriptor);
  Payload()(target, key, 0);
  Ctx()(target, key, 1);
}

/** Declares the handler of a command, and checks its answer's type. Throw a `DomainError` for an expected failure. */
export const HandleCommand =
  <C extends CommandContract>(contract: C) =>
  <H extends Handler<RequestOf<C>, ResponseOf<C>>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    bind(contract.name, target, key, descriptor);
  };

/** Declares the handler of an event. Returning acknowledges the event; throwing makes it retry. */
export const HandleEvent =
  <E extends EventContract>(contract: E) =>
  <H extends Handler<PayloadOf<E>, void>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    bind(contract.name, target, key, descriptor);
  };

/** @throws Error unless each message of the service has exactly one handler */
export function checkCoverage(
  service: string,
  expected: readonly string[],
  handled: readonly string[],
): void {
  const faults = [
    ...expected.filter((name) => !handled.includes(name)).map((name) => `no handler for '${name}'`),
    ...handled
      .filter((name, index) => handled.indexOf(name) !== index)
      .map((name) => `more than one handler for '${name}'`),
    ...handled
      .filter((name) => !expected.includes(name))
      .map((name) => `'${name}' is not a message for this service`),
  ];
  if (faults.length > 0) throw new Error(`${service}: ${[...new Set(faults)].join('; ')}`);
}
