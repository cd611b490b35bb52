import type { ImportGroup } from '#operations/imports/contract.ts'
import type { Proposed } from './contract.ts'

/** Returns the proposed store of a group of a file. */
export function storeOf(
  stores: readonly Proposed[],
  previewId: number,
  { storeName }: Pick<ImportGroup, 'storeName'>,
): Proposed | undefined {
  const ofFile = stores.filter(({ fileIds }) => fileIds.includes(previewId))
  return ofFile.length === 1 ? ofFile[0] : ofFile.find(({ name }) => name === storeName)
}
