import type { Database } from '#db/connect.ts'

/** The owner history of a customer, current owner first. */
export async function findOwners(db: Database, customerId: number) {
  return db
    .selectFrom('customerOwner as own')
    .innerJoin('staff as owner', 'owner.id', 'own.ownerId')
    .leftJoin('staffName as giver', 'giver.id', 'own.createdBy')
    .select(['own.id', 'own.fromAt', 'own.toAt', 'own.reason', 'owner.name as ownerName'])
    .select('giver.name as byName')
    .where('own.customerId', '=', customerId)
    .orderBy('own.id', 'desc')
    .execute()
}

/** Deletes a customer and its owner history; any other reference to it makes the delete fail. */
export async function deleteCustomer(db: Database, id: number): Promise<void> {
  await db.deleteFrom('customerOwner').where('customerId', '=', id).execute()
  await db.deleteFrom('customer').where('id', '=', id).execute()
}
