import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import type { Model } from 'sequelize-typescript';

/** What sequelize-typescript's own Model declares as `any`, and no table of ours has. */
type Unused = 'deletedAt';

/** The columns of a model by attribute name. */
export type Attributes<M extends Model> = InferAttributes<M, { omit: Unused }>;

/** What `create` takes: columns with a default, and nullable ones, may be left out. */
export type CreationAttributes<M extends Model> = InferCreationAttributes<M, { omit: Unused }>;
