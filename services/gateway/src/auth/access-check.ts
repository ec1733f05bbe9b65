import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Routes } from '../http/routes.js';

/** Default closed: a route that does not say who may call it keeps the gateway from starting. */
@Injectable()
export class AccessCheck implements OnModuleInit {
  constructor(private readonly routes: Routes) {}

  onModuleInit(): void {
    const open = this.routes.all().filter(({ access }) => access === undefined);
    if (open.length > 0)
      throw new Error(
        `these routes do not say who may call them: ${open.map(({ name }) => name).join(', ')}`,
      );
  }
}
