import { ChurnList } from './ChurnList.tsx'

/** 客户流失: churn records of customers. */
export function CustomerChurnScreen() {
  return <ChurnList subject="customer" />
}
