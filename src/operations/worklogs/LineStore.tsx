import { RecordLink } from '#kit/ui/trail.tsx'
import type { WorklogLine } from './contract.ts'

/** The name of a line's store, a link if the reader may open the store. */
export function LineStore({ line: { storeId, storeName, storeReadable } }: { line: WorklogLine }) {
  return storeReadable ? <RecordLink to={`/store-management/${storeId}`}>{storeName}</RecordLink> : storeName
}
