import { Count } from '#kit/ui/Count.tsx'
import { Missing } from '#kit/ui/Missing.tsx'
import type { Store } from './contract.ts'
import { lacksYesterday } from './rules.ts'

/** Yesterday's volume; 缺数据 if it is expected but missing, `-` if none is expected. */
export function YesterdayVolume({ store, unit }: { store: Store; unit?: string }) {
  return lacksYesterday(store) ? <Missing /> : <Count value={store.yesterdayVolume} unit={unit} />
}
