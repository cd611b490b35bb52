import { Count } from '#kit/ui/Count.tsx'
import { Missing } from '#kit/ui/Missing.tsx'
import type { Store } from './contract.ts'
import { lacksYesterday } from './rules.ts'

/** Yesterday's volume; 缺数据 where they should be there, `-` where nobody expects any. */
export function Yesterday({ store, unit }: { store: Store; unit?: string }) {
  return lacksYesterday(store) ? <Missing /> : <Count value={store.yesterdayVolume} unit={unit} />
}
