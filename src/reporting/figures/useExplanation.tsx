import * as z from 'zod'
import { Platform } from '#clients/stores/contract.ts'
import { useCall } from '#kit/query.tsx'
import type { ExplainedCellKey } from '#kit/ui/suppliedParts.tsx'
import { AgentMetric, StoreMetric } from '#reporting/reports/contract.ts'
import { figures } from './contract.ts'

/** Loads the explanation of a cell under the permission of its report. */
export function useExplanation(cell: ExplainedCellKey) {
  const { storeId, customerId, staffId, from, to, metric, among } = cell
  const kind = staffId !== undefined ? 'agent' : customerId !== undefined ? 'customer' : 'store'
  const narrowed = among && { amongStoreId: among.storeId, platform: z.array(Platform).parse(among.platform) }
  const days = { from, to }
  const callOptions = (of: typeof kind) => ({ messagePlace: 'inPage', enabled: kind === of }) as const
  const agents = useCall(
    figures.explainAgent,
    {
      staffId: staffId ?? 0,
      metric: AgentMetric.safeParse(metric).data,
      ...days,
      ...narrowed,
      ...(among && { customerId: among.customerId }),
    },
    callOptions('agent'),
  )
  const customers = useCall(
    figures.explainCustomer,
    { customerId: customerId ?? 0, ...(storeId !== undefined && { storeId }), ...days, ...narrowed },
    callOptions('customer'),
  )
  const ofStore = { storeId: storeId ?? 0, metric: StoreMetric.safeParse(metric).data, ...days }
  const stores = useCall(figures.explain, ofStore, callOptions('store'))
  return { agent: agents, customer: customers, store: stores }[kind]
}
