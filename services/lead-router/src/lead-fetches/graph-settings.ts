import { setting } from '@desk/service-kit';

export const graphSettings = {
  META_GRAPH_BASE: setting.providerAddress('Meta'),
};
