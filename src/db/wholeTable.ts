import type { KyselyPlugin, PluginTransformResultArgs, RootOperationNode } from 'kysely'
import { DeleteQueryNode, UpdateQueryNode } from 'kysely'

/**
 * Refuses an update or a delete without a condition: where one is forgotten, every company's records would change. Only
 * the statement itself is looked at, so that a request does not pay for it; raw SQL is not.
 *
 * @throws {Error} before the statement reaches the database.
 */
export const refuseWholeTables: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (changesWholeTable(node)) throw new Error('an update or a delete has no condition')
    return node
  },
  transformResult: async ({ result }: PluginTransformResultArgs) => result,
}

function changesWholeTable(node: RootOperationNode): boolean {
  return (UpdateQueryNode.is(node) || DeleteQueryNode.is(node)) && node.where === undefined
}
