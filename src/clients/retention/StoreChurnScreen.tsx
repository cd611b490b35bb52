import { ChurnList } from './ChurnList.tsx'

/** 店铺流失: churn records of stores. */
export function StoreChurnScreen() {
  return <ChurnList subject="store" />
}
