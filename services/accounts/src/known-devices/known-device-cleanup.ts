import { PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { KnownDeviceRepository } from './known-device.repository.js';

const INTERVAL_MS = 86_400_000;

@Injectable()
export class KnownDeviceCleanup implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly devices: KnownDeviceRepository,
  ) {}

  onModuleInit(): void {
    this.tasks.start({
      name: 'known device cleanup',
      intervalMs: INTERVAL_MS,
      run: () => this.devices.deleteForgotten(),
    });
  }
}
