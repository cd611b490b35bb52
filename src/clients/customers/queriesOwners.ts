import type { Database } from '#db/connect.ts'

/** Who was in charge of a customer, the standing owner first. */
export async function findOwners(db: Database, customerId: number) {
  return db
    .selectFrom('customerOwner as own')
    .innerJoin('staff as owner', 'owner.id', 'own.ownerId')
    .leftJoin('staff as giver', 'giver.id', 'own.createdBy')
    .select(['own.id', 'own.fromAt', 'own.toAt', 'own.reason', 'owner.name as ownerName'])
    .select('giver.name as byName')
    .where('own.customerId', '=', customerId)
    .orderBy('own.id', 'desc')
    .execute()
}

/** Deletes a customer with its first owner; whatever else points at it stands in the way. */
export async function deleteCustomer(db: Database, id: number): Promise<void> {
  await db.deleteFrom('customerOwner').where('customerId', '=', id).execute()
  await db.deleteFrom('customer').where('id', '=', id).execute()
}
