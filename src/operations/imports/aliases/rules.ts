import type { Conflicts } from '#kit/conflicts.ts'
import { conflictingField, invalidField } from '#kit/errors.ts'
import { builtInHeaders, headerKey } from '#operations/imports/rules.ts'
import type { ImportAlias } from './contract.ts'

export const conflicts: Conflicts = {
  import_alias_key: { field: 'header', message: '这个平台已经有同样的表头别名，请先删除原来的。' },
}

/** Throws INVALID if the normalised header is empty, and CONFLICT if it is built in. */
export function assertNotBuiltIn(platform: ImportAlias['platform'], header: string): void {
  const key = headerKey(header)
  if (key === '') throw invalidField('header', '表头里没有文字，请填写文件里的列名。')
  const builtIn = builtInHeaders.find(
    (alias) => alias.platform === platform && headerKey(alias.header) === key,
  )
  if (!builtIn) return
  throw conflictingField('header', '“{header}”是内置的表头，不需要添加。', { header })
}
