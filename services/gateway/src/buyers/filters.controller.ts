import { CommandClient } from '@desk/bullmq-transport';
import {
  countMatchingLeads,
  getFilters,
  getLeadReport,
  type LeadReport,
  type ResponseOf,
  routes,
  setFilters,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { BuyerSettingsService } from './buyer-settings.service.js';
import { forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';

type BuyerFilters = Pick<ResponseOf<typeof getFilters>, 'filters' | 'version' | 'timeZone'>;

export const FilterRoutes = forwardRoutes([
  forward('countMatchingLeads', countMatchingLeads, ({ body }) => body),
]);

@Controller()
export class FiltersController {
  constructor(
    private readonly commands: CommandClient,
    private readonly settings: BuyerSettingsService,
  ) {}

  @HandleRoute(routes.getFilters)
  async get({ user }: RouteInput<'getFilters'>): Promise<BuyerFilters> {
    await this.settings.getEligibility(user.id);
    const { changeNumber: _, ...found } = await this.commands.send(getFilters, { buyerId: user.id });
    return found;
  }

  /** The number is drawn before the change is sent, so a delayed change never overrides a later one (ADR 4). */
  @HandleRoute(routes.setFilters)
  async set({ body, user, caller }: RouteInput<'setFilters'>): Promise<BuyerFilters> {
    const { changeNumber, timeZone } = await this.settings.getEligibility(user.id);
    const { version, ...filters } = body;
    const request = { buyerId: user.id, changeNumber, caller, filters, version };
    return { ...(await this.commands.send(setFilters, request)), timeZone };
  }

  @HandleRoute(routes.getLeadReport)
  async report({ user }: RouteInput<'getLeadReport'>): Promise<LeadReport> {
    await this.settings.getEligibility(user.id);
    return this.commands.send(getLeadReport, { buyerId: user.id });
  }
}
