/** The models that come with the package. */
export const modelsFolder = new URL('../../../models/', import.meta.url)
