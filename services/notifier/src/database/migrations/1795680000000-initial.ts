import { InitialMigration } from '@desk/outbox';

export class Initial1795680000000 extends InitialMigration {
  protected readonly sql = new URL('./1795680000000-initial.sql', import.meta.url);
}
