import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import type { Model } from 'sequelize-typescript';

/** Attributes that sequelize-typescript's Model declares as `any` and that none of our tables has. */
type Unused = 'deletedAt';

/** The columns of a model by attribute name. */
export type Attributes<M extends Model> = InferAttributes<M, { omit: Unused }>;

/** The input of `create`: columns with a default and nullable columns may be left out. */
export type CreationAttributes<M extends Model> = InferCreationAttributes<M, { omit: Unused }>;
