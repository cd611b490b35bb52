import { changesBetween } from '#kit/audit.ts'
import { serve } from '#kit/serve.ts'
import { createdNow } from '#kit/stamps.ts'
import { builtInHeaders, headerKey } from '#operations/imports/rules.ts'
import { type ImportAlias, importAliases } from './contract.ts'
import * as queries from './queries.ts'
import { assertNotBuiltIn, conflicts } from './rules.ts'

type AliasRow = Awaited<ReturnType<typeof queries.getAlias>>

function toImportAlias({
  id,
  companyCode,
  platform,
  header,
  field,
  createdByName,
  createdAt,
}: AliasRow): ImportAlias {
  return {
    id,
    companyCode,
    header,
    createdByName,
    builtIn: false,
    platform: platform as ImportAlias['platform'],
    field: field as ImportAlias['field'],
    createdAt: createdAt.toISOString(),
  }
}

const builtIn: ImportAlias[] = builtInHeaders.map((alias) => ({
  ...alias,
  id: null,
  companyCode: null,
  builtIn: true,
  createdByName: null,
  createdAt: null,
}))

export const importAliasesServer = serve(
  importAliases,
  {
    list: async ({ db, actor }, { keyword, platform, field, builtIn: builtInFilter, current, pageSize }) => {
      const added = (await queries.findAddedAliases(db, actor)).map(toImportAlias)
      const found = [...added, ...builtIn].filter(
        (alias) =>
          (!keyword || headerKey(alias.header).includes(headerKey(keyword))) &&
          (platform?.includes(alias.platform) ?? true) &&
          (field?.includes(alias.field) ?? true) &&
          (builtInFilter ?? alias.builtIn) === alias.builtIn,
      )
      return { items: found.slice((current - 1) * pageSize, current * pageSize), total: found.length }
    },

    create: async ({ db, actor, clock, record }, input) => {
      assertNotBuiltIn(input.platform, input.header)
      const { companyCode } = actor
      const created = { companyCode, ...createdNow({ actor, clock }) }
      const id = await queries.insertAlias(db, { ...input, ...created, headerKey: headerKey(input.header) })
      const changes = changesBetween({}, input)
      record({ action: 'create', entity: 'import-alias', recordId: id, changes })
      return toImportAlias(await queries.getAlias(db, actor, id))
    },

    remove: async ({ db, actor, record }, { id }) => {
      const { platform, header, field, companyCode } = await queries.getAlias(db, actor, id)
      await queries.deleteAlias(db, id)
      const changes = changesBetween({ platform, header, field }, {})
      record({ action: 'remove', entity: 'import-alias', recordId: id, changes, companyCode })
      return { id }
    },
  },
  conflicts,
)
