/** The models that come with the package. From here, so that it is found from a bundle of the same depth as well. */
export const modelsFolder = new URL('../../../models/', import.meta.url)
