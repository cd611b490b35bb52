import type { Rig } from './rig.ts'

/**
 * Lets the database refuse a kind of write with an exception, as a defect of the program or of a migration would;
 * returns the function that ends this. `on` is a trigger's event, such as `insert on job_run`.
 */
export async function refuseWrites(
  rig: Rig,
  name: string,
  on: string,
  when: string,
): Promise<() => Promise<void>> {
  const [, table = ''] = on.split(' on ')
  await rig.query(`create function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'injected fault ${name}'; end $$`)
  await rig.query(
    `create trigger ${name} before ${on} for each row when (${when}) execute function ${name}()`,
  )
  return async () => {
    await rig.query(`drop trigger ${name} on ${table}`)
    await rig.query(`drop function ${name}()`)
  }
}
