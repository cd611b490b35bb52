import {
  DeleteQueryNode,
  type KyselyPlugin,
  type PluginTransformResultArgs,
  type RootOperationNode,
  UpdateQueryNode,
} from 'kysely'

/**
 * Refuses an `update` or `delete` without a `where`: a forgotten condition would change the records of every company.
 * Checks only the root of a statement, so that the check costs next to nothing; nested statements and raw SQL are not
 * checked.
 *
 * @throws {Error} before the statement reaches the database.
 */
export const requireWhere: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (lacksWhereClause(node)) throw new Error('an update or a delete has no condition')
    return node
  },
  transformResult: async ({ result }: PluginTransformResultArgs) => result,
}

function lacksWhereClause(node: RootOperationNode): boolean {
  return (UpdateQueryNode.is(node) || DeleteQueryNode.is(node)) && node.where === undefined
}
